/** Attribute ids of the catalogue that describe a cable or adapter: its two ends and its length. */
export const connectors = { from: 'end_a', to: 'end_b', length: 'length' } as const
