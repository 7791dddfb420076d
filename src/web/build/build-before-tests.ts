import { buildIfNeeded } from "./build-if-needed.ts";

// Runs before the tests that start whole shops. Otherwise two of these tests would build at the same time.
buildIfNeeded();
