import { faultsAt, type Place } from './fault.ts'
import { pricePlaces } from './price-constants.ts'

const constantsTest = ['tests/domain/constants.test.ts']
const searchTest = [
  'tests/features/search-limits.test.ts',
  'tests/features/search-store.test.ts',
  'tests/features/loading-delay.test.ts',
]
const syncTest = ['tests/features/sync-cart.test.ts']
const discountTest = ['tests/domain/cart/discounts.test.ts']
const consentTest = ['tests/domain/visitors/consent.test.ts']
const heldTest = ['tests/features/held-button.test.tsx']
const aheadTest = ['tests/features/fetch-ahead.test.ts']
const cartStore = 'src/features/cart/store/cart-store.ts'
const choices = 'src/domain/places/choice-cookies.ts'

const places: readonly Place[] = [
  ...pricePlaces,
  {
    name: 'search minimum 2',
    file: 'src/features/search/search-store.ts',
    from: 'minLetters = 2',
    to: ['minLetters = 1', 'minLetters = 3'],
    tests: searchTest,
  },
  {
    name: 'search debounce 250',
    file: 'src/features/search/search-store.ts',
    from: 'pauseMs = 250',
    to: ['pauseMs = 249', 'pauseMs = 251'],
    tests: searchTest,
  },
  {
    name: 'fetch delay 200',
    file: 'src/browser/loading-delay.ts',
    from: 'delayMs = 200',
    to: ['delayMs = 199', 'delayMs = 201'],
    tests: searchTest,
  },
  {
    name: 'cid 30 days',
    file: choices,
    from: 'cid: 30',
    to: ['cid: 29', 'cid: 31'],
    tests: ['tests/features/switches.test.ts'],
  },
  {
    name: 'cuc 30 days',
    file: choices,
    from: 'cuc: 30',
    to: ['cuc: 29', 'cuc: 31'],
    tests: ['tests/features/switches.test.ts'],
  },
  {
    name: 'cc 30 days',
    file: choices,
    from: 'cc: 30',
    to: ['cc: 29', 'cc: 31'],
    tests: ['tests/features/switches.test.ts'],
  },
  {
    name: 'locale 365 days',
    file: choices,
    from: 'locale: 365',
    to: ['locale: 364', 'locale: 366'],
    tests: ['tests/features/switches.test.ts'],
  },
  {
    name: 'seconds of a day',
    file: 'src/browser/cookies.ts',
    from: '86_400',
    to: ['86_399', '86_401'],
    tests: ['tests/features/switches.test.ts'],
  },
  {
    name: 'maximum 5000',
    file: 'src/domain/cart/cart-lines.ts',
    from: 'maxQuantity = 5000',
    to: ['maxQuantity = 4999', 'maxQuantity = 5001'],
    tests: constantsTest,
  },
  {
    name: 'quantity debounce 250',
    file: cartStore,
    from: 'changeDelayMs = 250',
    to: ['changeDelayMs = 249', 'changeDelayMs = 251'],
    tests: syncTest,
  },
  {
    name: 'removal debounce 0',
    file: cartStore,
    from: 'isRemoval ? 0 :',
    to: ['isRemoval ? 1 :', 'isRemoval ? changeDelayMs :'],
    tests: syncTest,
  },
  {
    name: 'spin button 1',
    file: 'src/ui/SpinButton.tsx',
    from: 'min = 1',
    to: ['min = 0', 'min = 2'],
    tests: heldTest,
  },
  {
    name: 'spin button 100',
    file: 'src/ui/SpinButton.tsx',
    from: 'max = 100',
    to: ['max = 99', 'max = 101'],
    tests: heldTest,
  },
  {
    name: 'spin button step 1',
    file: 'src/ui/SpinButton.tsx',
    from: 'step = 1',
    to: ['step = 0', 'step = 2'],
    tests: heldTest,
  },
  {
    name: 'repeat delay 500',
    file: 'src/ui/use-repeat.ts',
    from: 'delayMs = 500',
    to: ['delayMs = 499', 'delayMs = 501'],
    tests: heldTest,
  },
  {
    name: 'repeat interval 100',
    file: 'src/ui/use-repeat.ts',
    from: 'intervalMs = 100',
    to: ['intervalMs = 99', 'intervalMs = 101'],
    tests: heldTest,
  },
  {
    name: 'coupon cache 300000',
    file: 'src/features/discounts/discount-store.ts',
    from: 'cacheMs = 300_000',
    to: ['cacheMs = 299_999', 'cacheMs = 300_001'],
    tests: ['tests/features/discount-store.test.ts'],
  },
  {
    name: 'coupon cache, limit',
    file: 'src/features/discounts/discount-store.ts',
    from: 'age < cacheMs',
    to: ['age <= cacheMs'],
    tests: ['tests/features/discount-store.test.ts'],
  },
  {
    name: 'caps 5',
    file: 'src/features/history/history-state.ts',
    from: 'historyCap = 5',
    to: ['historyCap = 4', 'historyCap = 6'],
    tests: ['tests/features/history.test.ts'],
  },
  {
    name: 'recently viewed capped',
    file: 'src/features/history/history-store.ts',
    from: '[product, ...viewed].slice(0, historyCap)',
    to: ['[product, ...viewed]', '[product, ...viewed].slice(-historyCap)'],
    tests: ['tests/features/history.test.ts'],
  },
  {
    name: 'history capped',
    file: 'src/features/history/history-store.ts',
    from: '[...visited, { to }].slice(-historyCap)',
    to: ['[...visited, { to }]', '[...visited, { to }].slice(0, historyCap)'],
    tests: ['tests/features/history.test.ts'],
  },
  {
    name: 'consent 30 days',
    file: 'src/domain/visitors/consent.ts',
    from: '? 30 :',
    to: ['? 29 :', '? 31 :'],
    tests: consentTest,
  },
  {
    name: 'consent 1 day',
    file: 'src/domain/visitors/consent.ts',
    from: '? 30 : 1',
    to: ['? 30 : 0', '? 30 : 2'],
    tests: consentTest,
  },
  {
    name: 'anything optional',
    file: 'src/domain/visitors/consent.ts',
    from: 'consent > onlyNecessary ?',
    to: ['consent >= onlyNecessary ?', 'consent > 3 ?'],
    tests: consentTest,
  },
  {
    name: 'deal tick 1000',
    file: 'src/features/deal/watch-countdowns.ts',
    from: 'tickMs = 1_000',
    to: ['tickMs = 999', 'tickMs = 1_001'],
    tests: ['tests/features/deal.test.ts'],
  },
  {
    name: 'idle timeout 2000',
    file: 'src/browser/when-idle.ts',
    from: 'idleTimeoutMs = 2000',
    to: ['idleTimeoutMs = 1999', 'idleTimeoutMs = 2001'],
    tests: aheadTest,
  },
  { name: 'not on 2g', file: 'src/browser/connection.ts', from: "'2g'", to: ["'3g'", "'1g'"], tests: aheadTest },
  {
    name: 'not when saving data',
    file: 'src/browser/connection.ts',
    from: "'saveData') !== true && ",
    to: ["'saveData') === true && ", "'saveData') !== true || "],
    tests: aheadTest,
  },
  {
    name: 'English currency 4',
    file: 'src/domain/settings/locale-settings.ts',
    from: 'defaultCurrencyID: 4',
    to: ['defaultCurrencyID: 3', 'defaultCurrencyID: 5'],
    tests: constantsTest,
  },
  {
    name: 'Swedish currency 1',
    file: 'src/domain/settings/locale-settings.ts',
    from: 'defaultCurrencyID: 1',
    to: ['defaultCurrencyID: 2', 'defaultCurrencyID: 4'],
    tests: constantsTest,
  },
  {
    name: 'English country SE',
    file: 'src/domain/settings/locale-settings.ts',
    from: "defaultCurrencyID: 4,\n      defaultCountryCode: 'SE'",
    to: [
      "defaultCurrencyID: 4,\n      defaultCountryCode: 'NO'",
      "defaultCurrencyID: 4,\n      defaultCountryCode: 'DE'",
    ],
    tests: constantsTest,
  },
  {
    name: 'Swedish country SE',
    file: 'src/domain/settings/locale-settings.ts',
    from: "defaultCurrencyID: 1,\n      defaultCountryCode: 'SE'",
    to: [
      "defaultCurrencyID: 1,\n      defaultCountryCode: 'NO'",
      "defaultCurrencyID: 1,\n      defaultCountryCode: 'DE'",
    ],
    tests: constantsTest,
  },
  {
    name: 'message of 20',
    file: 'src/domain/messages.ts',
    from: 'maxHiddenLength = 20',
    to: ['maxHiddenLength = 19', 'maxHiddenLength = 21'],
    tests: ['tests/domain/messages.test.ts'],
  },
  {
    name: 'codes of 3 characters',
    file: 'src/domain/cart/discount-codes.ts',
    from: '{3,64}',
    to: ['{2,64}', '{4,64}'],
    tests: discountTest,
  },
]

/** The constants of section 9 (and the minimum length of a code), each slightly too small, too large or inverted. */
export const constants = faultsAt(places)
