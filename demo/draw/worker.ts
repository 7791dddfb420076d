import { parentPort, workerData } from "node:worker_threads";
import { planProducts } from "./catalog/plan.ts";
import { Album, type Picture } from "./encode.ts";
import { drawGroup, groupByModel } from "./garments.ts";

/** What one worker drew: the keys of each product, all its pictures, and how many files it encoded. */
export interface WorkerResult {
  keysBySlug: [slug: string, keys: string[]][];
  pictures: Record<string, Picture>;
  encoded: number;
}

/** Draws every `count`th group of products, so that each worker has its share. */
async function drawShare(out: string, index: number, count: number): Promise<WorkerResult> {
  const album = new Album(`${out}/pictures`),
    keys: WorkerResult["keysBySlug"] = [];
  for (const [groupIndex, group] of groupByModel(planProducts()).entries()) {
    if (groupIndex % count !== index) continue;
    const started = Date.now();
    keys.push(...(await drawGroup(group, album)));
    console.log(`${group[0]!.name}: ${group.length} products in ${Math.round((Date.now() - started) / 1000)} s`);
  }
  return { keysBySlug: keys, pictures: album.pictures, encoded: album.encoded };
}

const { out, index, count } = workerData as { out: string; index: number; count: number };
parentPort!.postMessage(await drawShare(out, index, count));
