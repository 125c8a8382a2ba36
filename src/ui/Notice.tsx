import type { ReactNode } from 'react'
import { noticeRoles, type NoticeKind, type NoticeRole } from './notice-kinds.ts'
import styles from './Notice.module.css'

type Props = { kind: NoticeKind; announced?: NoticeRole | null; id?: string; tabIndex?: -1; children: ReactNode }

/** What an island has to say, as Notice.astro draws it; `announced` is null where something else has said it. */
export function Notice({ kind, announced = noticeRoles[kind] ?? null, children, ...rest }: Props) {
  return (
    <div className={[styles.notice, styles[kind]].filter(Boolean).join(' ')} role={announced ?? undefined} {...rest}>
      {children}
    </div>
  )
}
