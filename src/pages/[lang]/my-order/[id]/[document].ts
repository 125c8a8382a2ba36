import { documentAnswer } from '../../../../server/ordering/order-pages/document-answer.ts'
import { withProblems } from '../../../../server/platform/http/calls/endpoint.ts'

export const GET = withProblems(({ locals, params }) =>
  documentAnswer(locals.shop, locals.session, {
    number: params['id'] ?? '',
    file: params['document'] ?? '',
    language: locals.shopping.language,
  }),
)
