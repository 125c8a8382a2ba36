type SharedError = {
  readonly code: string
  readonly status: number
  /** The calls it applies to: all, those with a query, those with a body, or those that change something. */
  readonly of: 'every' | 'query' | 'body' | 'change'
}

/** Problem codes that any call can answer with; they are sent by the server before the operation runs. */
export const sharedErrors: readonly SharedError[] = [
  { code: 'bad_url', status: 400, of: 'every' },
  { code: 'misdirected', status: 421, of: 'every' },
  { code: 'url_too_long', status: 414, of: 'every' },
  { code: 'bad_text', status: 400, of: 'every' },
  { code: 'internal', status: 500, of: 'every' },
  { code: 'try_again', status: 503, of: 'every' },
  { code: 'too_slow', status: 503, of: 'every' },
  { code: 'invalid_query', status: 400, of: 'query' },
  { code: 'cross_site', status: 403, of: 'change' },
  { code: 'invalid_json', status: 400, of: 'body' },
  { code: 'request_aborted', status: 400, of: 'body' },
  { code: 'body_too_large', status: 413, of: 'body' },
  { code: 'wrong_content_type', status: 415, of: 'body' },
  { code: 'invalid_body', status: 422, of: 'body' },
]
