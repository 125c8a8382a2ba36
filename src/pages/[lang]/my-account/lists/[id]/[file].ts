import { listFile } from '../../../../../server/ordering/lists/list-file.ts'
import { withProblems } from '../../../../../server/platform/http/calls/endpoint.ts'

export const GET = withProblems((asking) =>
  listFile(asking, { id: asking.params['id'] ?? '', file: asking.params['file'] ?? '' }),
)
