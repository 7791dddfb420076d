import { enableCompileCache, flushCompileCache } from "node:module";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

// Node keeps the compiled modules in a folder (NODE_COMPILE_CACHE, or one beside other temporary files), which halves
// the CPU time of the next start. Modules imported statically would be compiled before this call.
enableCompileCache();
await import("./start-shop.ts");
flushCompileCache();

// What only the start needed, half of the heap, is returned to the system once. Later collections leave it to the heap.
setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as NonNullable<typeof globalThis.gc>;
collect({ execution: "sync", type: "major", flavor: "last-resort" });
