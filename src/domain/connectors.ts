/** The attributes that say what a cable or adapter joins, and how far (ids of the catalogue's attributes). */
export const connectors = { from: 'end_a', to: 'end_b', length: 'length' } as const
