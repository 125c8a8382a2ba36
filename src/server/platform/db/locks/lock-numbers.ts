/** Numbers of PostgreSQL's advisory locks, which all programs that use the database share. */
export const lockNumbers = {
  searchIndex: 7_341_002,
  imports: 7_341_003,
  categories: 7_341_004,
  searchWords: 7_341_005,
  searchLists: 7_341_006,
  vatRates: 7_341_007,
} as const
