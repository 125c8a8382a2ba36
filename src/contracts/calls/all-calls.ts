import { apiCalls } from './api-calls.ts'
import { ChangeEmail, ChangePassword } from './change-login.ts'
import { ClientErrors } from './client-errors.ts'
import type { Contract } from './contract.ts'
import { CurrentDeal } from './current-deal.ts'
import { Devices } from './devices.ts'
import { ExcelToCart } from './excel-to-cart.ts'
import { Fits } from './fits.ts'
import { LogIn } from './log-in.ts'
import { LogInToOrder, OrderInfo } from './order-auth.ts'
import { PreviewHtml } from './preview-html.ts'
import { ProductCategories } from './product-categories.ts'
import { Products } from './products.ts'
import { Profile } from './profile.ts'
import { RefreshLogin, RefreshOrderLogin } from './refresh-login.ts'
import { Countries, Currencies } from './regions.ts'
import { ForgotPassword, Register } from './register.ts'
import { SavedCart } from './saved-cart.ts'
import { SearchTriggers } from './search-triggers.ts'
import { EndSession, ListSessions, LogOut } from './sessions.ts'
import { StartCheckout } from './start-checkout.ts'
import { SyncCart } from './sync-cart.ts'
import { SyncCoupons } from './sync-coupons.ts'
import { WidgetBySlug } from './widget-by-slug.ts'

export type DescribedCall = { readonly contract: Contract; readonly summary: string }

/** Every call by its operationId, for `/api/openapi.json`; not loaded by browsers. */
export const allCalls: Readonly<Record<string, DescribedCall>> = {
  currentDeal: { contract: CurrentDeal, summary: 'The running deal, or null while none runs.' },
  widgetBySlug: {
    contract: WidgetBySlug,
    summary: 'Sanitised HTML that an editor wrote, by the name of its place; an absent widget is hidden.',
  },
  productCategories: {
    contract: ProductCategories,
    summary: 'The first level of categories, the children of one, or the main menu.',
  },
  devices: {
    contract: Devices,
    summary: "The parts finder's next choices: makers of devices, the lines of one, the models of a line.",
  },
  fits: {
    contract: Fits,
    summary: 'Which of some products fit a device, and which are recorded for other devices only.',
  },
  products: {
    contract: Products,
    summary: 'Search suggestions: the best products and categories; x-be-records tells how many products match in all.',
  },
  searchTriggers: { contract: SearchTriggers, summary: 'Hints that an editor tied to words of the query.' },
  currencies: { contract: Currencies, summary: 'Currencies that prices can be shown in.' },
  countries: { contract: Countries, summary: 'Countries of delivery, named in the language of the request.' },
  syncCart: {
    contract: SyncCart,
    summary: "Prices a cart, or the sku and quantity pairs of a link; x-internal is 1 for the shop's own people.",
  },
  savedCart: {
    contract: SavedCart,
    summary: 'The saved cart of a signed-in customer whose cart is empty in this browser.',
  },
  syncCoupons: { contract: SyncCoupons, summary: 'The coupons behind some codes, as they apply to a cart.' },
  excelToCart: {
    contract: ExcelToCart,
    summary:
      'Cart items from an .xlsx or from the text of a quick order, or with preview=1 what becomes of every ' +
      'row; for signed-in customers.',
  },
  startCheckout: { contract: StartCheckout, summary: 'Keeps a cart on the server and tells where its checkout is.' },
  previewHtml: {
    contract: PreviewHtml,
    summary: "An editor's unsaved text, cleaned as publishing would clean it, for whoever holds a preview link.",
  },
  logIn: { contract: LogIn, summary: 'Signs a customer in by e-mail and password, or by the token of a mailed link.' },
  refreshLogin: { contract: RefreshLogin, summary: "The next pair of tokens of a customer's session." },
  profile: { contract: Profile, summary: 'The signed-in customer.' },
  logOut: { contract: LogOut, summary: "Ends this session, or all of the customer's." },
  listSessions: { contract: ListSessions, summary: 'Where the customer is signed in.' },
  endSession: { contract: EndSession, summary: 'Ends one session of the customer.' },
  register: {
    contract: Register,
    summary: 'Mails a link that makes an account; the answer does not tell whether there is one.',
  },
  forgotPassword: {
    contract: ForgotPassword,
    summary: 'Mails a link for a new password; the answer does not tell whether there is an account.',
  },
  changePassword: { contract: ChangePassword, summary: 'Sets a new password and ends every other session.' },
  changeEmail: { contract: ChangeEmail, summary: "Mails a link that changes the customer's address." },
  logInToOrder: { contract: LogInToOrder, summary: 'Signs a guest in to one order by the token of its mailed link.' },
  refreshOrderLogin: { contract: RefreshOrderLogin, summary: "The next pair of tokens of a guest's session." },
  orderInfo: { contract: OrderInfo, summary: 'The order that the guest is signed in to.' },
  ...apiCalls,
  clientErrors: { contract: ClientErrors, summary: 'Reports an error that happened in a browser.' },
}
