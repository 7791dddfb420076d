import { buildIfNeeded } from "./build-if-needed.ts";

// Before tests that start whole shops: two of them would else build at the same time.
buildIfNeeded();
