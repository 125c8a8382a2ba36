import { withProblems } from '../../../../server/http/endpoint.ts'
import { documentAnswer } from '../../../../server/orders/document-answer.ts'

export const GET = withProblems(({ locals, params }) =>
  documentAnswer(locals.shop, locals.session, {
    number: params['id'] ?? '',
    file: params['document'] ?? '',
    language: locals.shopping.language,
  }),
)
