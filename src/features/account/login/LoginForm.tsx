import { useEffect, useRef, useState, type FormEvent } from 'react'
import type { LoginMode } from '../../../contracts/customer-pages/login-page.ts'
import { passwordFault } from '../../../domain/visitors/passwords.ts'
import type { IslandTranslate } from '../../../i18n/island-texts.ts'
import { Field } from '../../../ui/Field.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { faultTexts, fieldOfFault, fieldsOf, modeTexts, type LoginProblem } from './login-texts.ts'
import type { LoginFields, LoginOutcome } from './send-login.ts'
import styles from './LoginDialog.module.css'

type Props = {
  t: IslandTranslate
  mode: LoginMode
  loginPath: string
  onDone: (outcome: LoginOutcome, email: string) => void
  /** Changes to another form; without it there is no other. */
  onMode?: ((mode: LoginMode) => void) | undefined
}

/**
 * One of the login forms: fields that password managers know, the refusal at its field, and the ways to the other
 * forms.
 */
export function LoginForm({ t, mode, loginPath, onDone, onMode }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const [fault, setFault] = useState<LoginProblem>()
  const [isSending, setSending] = useState(false)
  const wrong = fault && fieldOfFault(fault)
  useEffect(() => focusFirst(form.current), [])
  useEffect(() => {
    if (fault) form.current?.querySelector<HTMLElement>('[aria-invalid], [role=alert]')?.focus()
  }, [fault])

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    if (isSending) return
    const fields = readFields(event.currentTarget)
    const refused = mode === 'change_password' ? passwordFault(fields.password) : undefined
    setFault(refused)
    if (refused) return
    setSending(true)
    let outcome: LoginOutcome | undefined
    try {
      const { sendLogin } = await import('./send-login.ts')
      outcome = await sendLogin(mode, fields)
    } finally {
      // Also when a module could not be loaded: the button would stay busy.
      if (outcome?.kind !== 'signed_in') setSending(false)
    }
    if (outcome.kind === 'refused') setFault(outcome.fault)
    onDone(outcome, fields.email)
  }

  return (
    <form ref={form} className={styles.form} method="post" action={loginPath} onSubmit={(event) => void submit(event)}>
      <input type="hidden" name="action" value={mode} />
      <input type="hidden" name="script" value="1" />
      {modeTexts[mode].help && <p>{t(modeTexts[mode].help)}</p>}
      {fault && !wrong && (
        <Notice kind="error" tabIndex={-1}>
          {t(faultTexts[fault])}
        </Notice>
      )}
      <Fields t={t} mode={mode} fault={fault} />
      <button className="button" type="submit" aria-disabled={isSending}>
        {t(modeTexts[mode].submit)}
      </button>
      {onMode && <Ways t={t} mode={mode} loginPath={loginPath} onMode={onMode} />}
    </form>
  )
}

function Fields({ t, mode, fault }: Pick<Props, 't' | 'mode'> & { fault: LoginProblem | undefined }) {
  const wrong = fault && fieldOfFault(fault)
  return (
    <>
      {fieldsOf(mode, asksCurrent(mode)).map(({ name, type, label, autocomplete, help, longest }) => (
        <Field
          key={name}
          id={`login-${name}`}
          name={name}
          type={type}
          label={t(label)}
          hint={help && t(help)}
          error={fault && wrong === name ? t(faultTexts[fault]) : undefined}
          autoComplete={autocomplete}
          maxLength={longest}
          required
        />
      ))}
    </>
  )
}

/** Links of the login screen, which without script lead there. */
function Ways({
  t,
  mode,
  loginPath,
  onMode,
}: {
  t: IslandTranslate
  mode: LoginMode
  loginPath: string
  onMode: (mode: LoginMode) => void
}) {
  const ways =
    mode === 'login'
      ? ([
          ['forgot', 'login.to_forgot'],
          ['register', 'login.to_register'],
        ] as const)
      : ([['login', 'login.back']] as const)
  return (
    <p className={styles.ways}>
      {ways.map(([way, text]) => (
        <a
          key={way}
          href={way === 'login' ? loginPath : `${loginPath}?mode=${way}`}
          onClick={(event) => {
            event.preventDefault()
            onMode(way)
          }}
        >
          {t(text)}
        </a>
      ))}
    </p>
  )
}

function readFields(form: HTMLFormElement): LoginFields {
  const data = new FormData(form)
  const text = (name: string) => String(data.get(name) ?? '')
  return {
    email: text('email').trim(),
    name: text('name').trim(),
    password: text('password'),
    currentPassword: text('current_password'),
  }
}

/**
 * A form that came in place of another, or in a dialog that was opened before this code was here; typing goes on
 * undisturbed.
 */
function focusFirst(form: HTMLFormElement | null): void {
  if (form?.closest('dialog')?.open && !form.contains(document.activeElement))
    form.querySelector<HTMLElement>('input:not([type=hidden])')?.focus()
}

/** `change_password=new` follows a mailed link, after which the old password is not asked for; the server decides. */
function asksCurrent(mode: LoginMode): boolean {
  return mode === 'change_password' && new URLSearchParams(location.search).get('change_password') !== 'new'
}
