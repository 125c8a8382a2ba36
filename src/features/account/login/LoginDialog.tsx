import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import type { LoginMode } from '../../../contracts/customer-pages/login-page.ts'
import type { Language } from '../../../domain/places/locales.ts'
import { islandTexts } from '../../../i18n/island-texts.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { $login, hideChangePassword, hideLogin, showChangePassword, showLogin } from './login-modal.ts'
import { modeTexts } from './login-texts.ts'
import { LoginForm } from './LoginForm.tsx'
import type { LoginOutcome } from './send-login.ts'
import styles from './LoginDialog.module.css'

type Props = { language: Language; loginPath: string }

/**
 * Sign in, register, ask for a new password or choose one; before its code is here it is a plain form of the login
 * screen.
 */
export function LoginDialog({ language, loginPath }: Props) {
  const t = islandTexts(language)
  const dialog = useRef<HTMLDialogElement>(null)
  const { isChangingPassword } = useStore($login, { ssr: 'initial' })
  const [chosen, setChosen] = useState<LoginMode>('login')
  const [done, setDone] = useState<{ kind: 'sent' | 'changed'; email: string }>()
  const mode = isChangingPassword ? 'change_password' : chosen
  useLoginModal(dialog)

  function close(): void {
    hideLogin()
    hideChangePassword()
    setDone(undefined)
    setChosen('login')
  }

  function finish(outcome: LoginOutcome, email: string): void {
    if (outcome.kind === 'signed_in') loadAnew(withoutQuery(location.href))
    else if (outcome.kind !== 'refused') setDone({ kind: outcome.kind, email })
    if (outcome.kind === 'changed') history.replaceState(history.state, '', withoutQuery(location.href))
  }

  return (
    <Dialog
      ref={dialog}
      title={t(done?.kind === 'sent' ? 'login.sent_title' : modeTexts[mode].title)}
      closeLabel={t('cart.close')}
      onClose={close}
      data-login
    >
      {done ? (
        <output className={styles.done}>
          {t(done.kind === 'sent' ? 'login.sent' : 'login.changed', { email: done.email })}
        </output>
      ) : (
        <LoginForm
          key={mode}
          t={t}
          mode={mode}
          loginPath={loginPath}
          onDone={finish}
          onMode={isChangingPassword ? undefined : setChosen}
        />
      )}
    </Dialog>
  )
}

/** Reloads the page: going to an address that differs by its fragment alone only scrolls, still signed out. */
function loadAnew(address: string): void {
  if (new URL(address).hash === '') return location.replace(address)
  history.replaceState(history.state, '', address)
  location.reload()
}

/**
 * The queries that open the dialog have done their part; everything else in the address stays, and the page is loaded
 * anew.
 */
function withoutQuery(address: string): string {
  const url = new URL(address)
  for (const name of ['login', 'change_password']) url.searchParams.delete(name)
  return url.href
}

/** The page may have opened the dialog before this code was here; from then on the store says. */
function useLoginModal(dialog: React.RefObject<HTMLDialogElement | null>): void {
  useEffect(() => {
    const element = dialog.current
    if (!element) return undefined
    const follow = () => (element.dataset['mode'] === 'change_password' ? showChangePassword() : showLogin())
    if (element.open) follow()
    document.addEventListener('login-open', follow)
    const stop = $login.listen(({ isOpen }) => {
      if (isOpen && !element.open) element.showModal()
      if (!isOpen && element.open) element.close()
    })
    return () => {
      document.removeEventListener('login-open', follow)
      stop()
    }
  }, [dialog])
}
