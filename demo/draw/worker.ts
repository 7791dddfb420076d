import { parentPort, workerData } from "node:worker_threads";
import { planProducts } from "./catalog/plan.ts";
import { Album, type Picture } from "./encode.ts";
import { drawGroup, groupByModel } from "./garments.ts";

/** What one worker drew: the picture keys of each product, all these pictures, and how many files it encoded. */
export interface WorkerResult {
  keysBySlug: [slug: string, keys: string[]][];
  pictures: Record<string, Picture>;
  encodedFileCount: number;
}

/** Draws every `workerCount`th group of products, so that each worker has its share. */
async function drawShare(out: string, workerIndex: number, workerCount: number): Promise<WorkerResult> {
  const album = new Album(`${out}/pictures`),
    keysBySlug: WorkerResult["keysBySlug"] = [];
  for (const [groupIndex, group] of groupByModel(planProducts()).entries()) {
    if (groupIndex % workerCount !== workerIndex) continue;
    const startedAt = Date.now();
    keysBySlug.push(...(await drawGroup(group, album)));
    console.log(`${group[0]!.name}: ${group.length} products in ${Math.round((Date.now() - startedAt) / 1000)} s`);
  }
  return { keysBySlug, pictures: album.pictures, encodedFileCount: album.encodedFileCount };
}

const { out, index, count } = workerData as { out: string; index: number; count: number };
parentPort!.postMessage(await drawShare(out, index, count));
