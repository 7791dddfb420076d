import { issueCertificate, generateKeyPair } from "../cfdi/certificates/issue-certificate.ts";
import type { CsdFiles } from "../cfdi/csd.ts";

/** The time at which tests use these certificates. By default they are valid at this time. */
export const TEST_TIME = new Date("2026-11-21T22:05:09Z");
export const CSD_PASSWORD = "contraseña 123";

const DAY_MS = 86_400_000;
const keyPair = generateKeyPair(CSD_PASSWORD);
const authorityKeyPair = generateKeyPair("autoridad");

export interface CsdInput {
  rfc?: string;
  name?: string;
  usage?: "csd" | "fiel";
  validFromDays?: number;
  validToDays?: number;
}

/** A CSD in SAT's format, issued by a test authority. All share one key pair, because generating one is slow. */
export function issueTestCsd({ rfc = "EKU9003173C9", name, usage = "csd", ...days }: CsdInput = {}): CsdFiles {
  const certificate = issueCertificate({
    number: "30001000000599999999",
    name: name ?? "ESCUELA KEMPER URGATE SA DE CV",
    rfc,
    representativeRfc: rfc.length === 12 ? "VADA800927DJ3" : null,
    kind: usage,
    validFrom: new Date(TEST_TIME.getTime() + (days.validFromDays ?? -365) * DAY_MS),
    validTo: new Date(TEST_TIME.getTime() + (days.validToDays ?? 3 * 365) * DAY_MS),
    publicKey: keyPair.publicKey,
    issuer: { name: "AC DE PRUEBAS", privateKey: authorityKeyPair.privateKey },
  });
  return { certificate, key: keyPair.keyFile, password: CSD_PASSWORD };
}

export const testAuthorityKeyPair = authorityKeyPair;
