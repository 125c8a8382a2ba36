import { afterEach, describe, expect, test } from 'vitest'
import { accountPath } from '../../src/features/account/account-path.ts'
import {
  $login,
  hideChangePassword,
  hideLogin,
  showChangePassword,
  showLogin,
  toggleLogin,
} from '../../src/features/account/login/login-modal.ts'

const paths = { order: '/sv/my-order', orders: '/sv/my-account/orders' }

afterEach(() => {
  hideLogin()
  hideChangePassword()
})

describe('spec 2: the account icon', () => {
  test("leads the order scope to the order page with the user's order id", () => {
    expect(accountPath({ order_id: '100001', scopes: ['my-order'] }, paths)).toBe('/sv/my-order/100001')
    expect(accountPath({ order_id: null, scopes: ['my-order'] }, paths)).toBe('/sv/my-order')
  })
  test('leads other signed-in users to my-account orders', () => {
    expect(accountPath({ order_id: null, scopes: ['customer', 'organization:buyer'] }, paths)).toBe(
      '/sv/my-account/orders',
    )
    expect(accountPath({}, paths)).toBe('/sv/my-account/orders')
  })
  test('opens login when signed out', () => {
    for (const nobody of [null, undefined, 'x', 1]) expect(accountPath(nobody, paths)).toBeUndefined()
  })
})

describe('spec 4: the login modal', () => {
  test('toggles, shows and hides [4.login-modal.toggle]', () => {
    toggleLogin()
    expect($login.get()).toEqual({ isOpen: true, isChangingPassword: false })
    toggleLogin()
    expect($login.get().isOpen).toBe(false)
    showLogin()
    expect($login.get().isOpen).toBe(true)
    hideLogin()
    expect($login.get().isOpen).toBe(false)
  })
  test(
    'showing the change-password mode also opens login; hiding it leaves login open' +
      ' [4.login-modal.change-password]',
    () => {
      showChangePassword()
      expect($login.get()).toEqual({ isOpen: true, isChangingPassword: true })
      hideChangePassword()
      expect($login.get()).toEqual({ isOpen: true, isChangingPassword: false })
    },
  )
})
