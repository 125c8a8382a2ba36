/** Tables of other systems that work with the shop. */
export type IntegrationTables = {
  /** Keys by the hash of their secret, of which `ending` is the end; `scopes` is JSON. */
  api_keys: {
    id: string
    hash: string
    ending: string
    name: string
    scopes: string
    created_by: string
    created_at: string
    expires_at: string | null
    last_used_at: string | null
    revoked_at: string | null
  }
  /**
   * Requests that changed something, by their Idempotency-Key; `request` is the hash of what was asked. `answer` is
   * null between the change and its answer.
   */
  api_answers: {
    id: string
    key_id: string
    idempotency_key: string
    request: string
    answer: string | null
    created_at: string
  }
}
