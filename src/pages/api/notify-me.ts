import { withProblems } from '../../server/platform/http/calls/endpoint.ts'
import { askForAlert } from '../../server/notifications/back-in-stock/ask-for-alert.ts'

/** The form of a product page that is out of stock; the answer is always the way back. */
export const POST = withProblems(
  async ({
    locals: {
      shop,
      shopping: { language },
    },
    request,
    clientAddress,
  }) => {
    const form = await request.formData().catch(() => new FormData())
    const field = (name: string) => String(form.get(name) ?? '').slice(0, 300)
    const path = await askForAlert(shop, { sku: field('sku'), email: field('email'), language, clientAddress })
    return new Response(null, { status: 303, headers: { Location: path } })
  },
)
