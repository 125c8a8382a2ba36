/** A person's data as a file. */
export function dataFile(name: string, data: unknown): Response {
  return new Response(JSON.stringify(data, null, 2), {
    headers: { 'Content-Type': 'application/json', 'Content-Disposition': `attachment; filename="${name}.json"` },
  })
}
