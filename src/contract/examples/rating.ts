export const RATING = { average: 4.6, count: 23, fit: { small: 2, right: 17, large: 1 } };
