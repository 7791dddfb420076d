import { crc32, deflateSync } from "node:zlib";

/** A PNG whose header declares this width and height, but whose data has no pixels. */
export function makePngWithoutPixels(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const lengthAndChecksum = Buffer.alloc(8);
    lengthAndChecksum.writeUInt32BE(data.length, 0);
    lengthAndChecksum.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([lengthAndChecksum.subarray(0, 4), body, lengthAndChecksum.subarray(4)]);
  };
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, 0]);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  const parts = [chunk("IHDR", header), chunk("IDAT", deflateSync(Buffer.alloc(1))), chunk("IEND", Buffer.alloc(0))];
  return Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), ...parts]);
}
