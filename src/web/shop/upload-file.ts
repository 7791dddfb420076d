import type { Problem } from "../../contract/problem.ts";
import { noAnswer } from "../client.ts";

interface Upload {
  file: File;
  token: string | null;
  onProgress: (percent: number) => void;
}

/** Sends a file as it is. By XMLHttpRequest: fetch() does not report how much has been sent. Never rejects. */
export function uploadFile<Answer extends object>(
  path: string,
  { file, token, onProgress }: Upload,
): Promise<Answer | Problem> {
  return new Promise((done) => {
    const request = new XMLHttpRequest();
    request.open("POST", path);
    request.timeout = 60_000;
    request.setRequestHeader("Content-Type", file.type || "application/octet-stream");
    if (token) request.setRequestHeader("Authorization", `Bearer ${token}`);
    request.upload.addEventListener("progress", ({ loaded, total }) => {
      if (total > 0) onProgress(Math.round((loaded / total) * 100));
    });
    const fail = (): void => done(noAnswer(0));
    request.addEventListener("error", fail);
    request.addEventListener("timeout", fail);
    request.addEventListener("load", () => {
      try {
        done(JSON.parse(request.responseText) as Answer | Problem);
      } catch {
        done(noAnswer(request.status));
      }
    });
    request.send(file);
  });
}
