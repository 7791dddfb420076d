const WEIGHTS = [3, 7, 1];

/**
 * The check digit of a CLABE, computed from the seventeen digits before it. Each digit is multiplied by 3, 7, 1 in
 * turn, modulo 10. The check digit is the difference between the sum and the next multiple of ten (Banco de México,
 * circular 3/2012).
 */
function checkDigit(first17: string): number {
  const products = first17.split("").map((digit, index) => (Number(digit) * WEIGHTS[index % 3]!) % 10);
  const sum = products.reduce((total, product) => total + product, 0);
  return (10 - (sum % 10)) % 10;
}

/** Whether the text is eighteen digits with a valid check digit. The bank's code is not verified: new banks appear. */
export function isClabe(text: string): boolean {
  return /^\d{18}$/.test(text) && checkDigit(text.slice(0, 17)) === Number(text[17]);
}

/** "002 010 07777777777 1": bank, city, account, check digit. The groups in which people read a CLABE aloud. */
export function formatClabe(clabe: string): string {
  return clabe.replace(/^(\d{3})(\d{3})(\d{11})(\d)$/, "$1 $2 $3 $4");
}

/** SPEI's numeric reference has seven digits: the last seven of the order's number. */
export function transferReference(orderReference: string): string {
  return orderReference.slice(-7).padStart(7, "0");
}
