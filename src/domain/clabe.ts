const WEIGHTS = [3, 7, 1];

/**
 * The last digit of a CLABE, from the seventeen before it: each digit times 3, 7, 1 in turn, modulo 10, summed, and what is
 * missing to the next ten (Banco de México, circular 3/2012).
 */
function checkDigit(first17: string): number {
  const products = first17.split("").map((digit, index) => (Number(digit) * WEIGHTS[index % 3]!) % 10);
  const sum = products.reduce((total, product) => total + product, 0);
  return (10 - (sum % 10)) % 10;
}

/** Eighteen digits whose last one fits. Whether the bank's code is known is not asked: new banks come. */
export function isClabe(text: string): boolean {
  return /^\d{18}$/.test(text) && checkDigit(text.slice(0, 17)) === Number(text[17]);
}

/** "002 010 07777777777 1": bank, place, account, check digit, as it is read aloud. */
export function formatClabe(clabe: string): string {
  return clabe.replace(/^(\d{3})(\d{3})(\d{11})(\d)$/, "$1 $2 $3 $4");
}

/** SPEI's numeric reference has seven digits: the last seven of the order's number. */
export function transferReference(orderReference: string): string {
  return orderReference.slice(-7).padStart(7, "0");
}
