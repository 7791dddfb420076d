import { enableCompileCache, flushCompileCache } from "node:module";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

// Node keeps the compiled modules in a folder (NODE_COMPILE_CACHE, or one beside other temporary files), which halves
// the CPU time of the next start. Modules imported statically would be compiled before this call.
enableCompileCache();
await import("./start-shop.ts");
flushCompileCache();

// Half of the heap was needed only for the start. This collection returns it to the system. Ordinary collections would
// keep it in the heap.
setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as NonNullable<typeof globalThis.gc>;
collectGarbage({ execution: "sync", type: "major", flavor: "last-resort" });
