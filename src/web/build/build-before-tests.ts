import { buildIfNeeded } from "./build-if-needed.ts";

// Runs before tests that start whole shops, because two of them would otherwise build at the same time.
buildIfNeeded();
