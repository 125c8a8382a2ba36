import { withProblems } from '../../../../server/platform/http/calls/endpoint.ts'
import { documentAnswer } from '../../../../server/ordering/order-pages/document-answer.ts'

export const GET = withProblems(({ locals, params }) =>
  documentAnswer(locals.shop, locals.session, {
    number: params['id'] ?? '',
    file: params['document'] ?? '',
    language: locals.shopping.language,
  }),
)
