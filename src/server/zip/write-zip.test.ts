import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { writeZip } from "./write-zip.ts";

const READ_SCRIPT = `
import sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as z:
    assert z.testzip() is None
    print(len(z.namelist()), z.namelist()[1], z.read("notas/ñandú 1.xml").decode())`;

test("another tool reads the archive: entry names with accents, empty and large entries", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "zip-"));
  try {
    const entries = [
      { name: "vacío.txt", content: new Uint8Array() },
      { name: "notas/ñandú 1.xml", content: Buffer.from("<año/>") },
      { name: "grande.bin", content: Buffer.alloc(300_000, "abc") },
    ];
    const chunks: Uint8Array[] = [];
    for await (const chunk of writeZip(entries)) chunks.push(chunk);
    const zipPath = path.join(folder, "a.zip");
    writeFileSync(zipPath, Buffer.concat(chunks));
    expect(execFileSync("python3", ["-c", READ_SCRIPT, zipPath]).toString().trim()).toBe("3 notas/ñandú 1.xml <año/>");
  } finally {
    rmSync(folder, { recursive: true });
  }
});
