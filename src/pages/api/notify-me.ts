import { notifyMeForm } from '../../contracts/customer-pages/notify-me.ts'
import { requestStockAlert } from '../../server/notifications/back-in-stock/request-alert.ts'
import { withProblems } from '../../server/platform/http/calls/endpoint.ts'
import { readForm } from '../../server/platform/http/read-form.ts'

/** The form of a product page that is out of stock; the answer is always the way back. */
export const POST = withProblems(
  async ({
    locals: {
      shop,
      shopping: { language },
      session,
    },
    request,
    clientAddress,
    cookies,
  }) => {
    const { sku, email } = await readForm(request, notifyMeForm)
    const path = await requestStockAlert(shop, { sku, email, language, clientAddress, cookies, session })
    return new Response(null, { status: 303, headers: { Location: path } })
  },
)
