import { enableCompileCache, flushCompileCache } from "node:module";

// Node keeps the compiled modules in a folder (NODE_COMPILE_CACHE, or one beside other temporary files), which halves
// the CPU time of the next start. Modules imported statically would be compiled before this call.
enableCompileCache();
await import("./start-shop.ts");
flushCompileCache();
