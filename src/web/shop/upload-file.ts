import type { Problem } from "../../contract/problem.ts";
import { makeNoAnswerProblem } from "../client.ts";

interface Upload {
  file: File;
  token: string | null;
  onProgress: (percent: number) => void;
}

/**
 * Uploads a file as the request body. It uses XMLHttpRequest, because fetch() does not report the progress of an
 * upload. Never rejects.
 */
export function uploadFile<Result extends object>(
  path: string,
  { file, token, onProgress }: Upload,
): Promise<Result | Problem> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open("POST", path);
    // A picture of 20 MB takes minutes on a slow connection.
    request.timeout = 5 * 60_000;
    request.setRequestHeader("Content-Type", file.type || "application/octet-stream");
    if (token) request.setRequestHeader("Authorization", `Bearer ${token}`);
    request.upload.addEventListener("progress", ({ loaded, total }) => {
      if (total > 0) onProgress(Math.round((loaded / total) * 100));
    });
    const fail = (): void => resolve(makeNoAnswerProblem(0));
    request.addEventListener("error", fail);
    request.addEventListener("timeout", fail);
    request.addEventListener("load", () => {
      try {
        resolve(JSON.parse(request.responseText) as Result | Problem);
      } catch {
        resolve(makeNoAnswerProblem(request.status));
      }
    });
    request.send(file);
  });
}
