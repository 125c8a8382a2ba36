import { withProblems } from '../../../../server/platform/http/endpoint.ts'
import { documentAnswer } from '../../../../server/ordering/orders/document-answer.ts'

export const GET = withProblems(({ locals, params }) =>
  documentAnswer(locals.shop, locals.session, {
    number: params['id'] ?? '',
    file: params['document'] ?? '',
    language: locals.shopping.language,
  }),
)
