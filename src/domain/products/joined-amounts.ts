const betweenAmount = /(?<=(?<![\p{L}\p{N}.,])\d+(?:[.,]\d+)?)\s(?=\p{L}{1,4}(?![\p{L}\p{N}]))/gu

/** Lower case, and amounts without the space before their unit, to compare texts: `12 GB` and `12GB` are the same. */
export function joinedAmounts(text: string): string {
  return text.toLowerCase().replaceAll(betweenAmount, '')
}
