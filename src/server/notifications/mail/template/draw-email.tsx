import { Body } from '@react-email/body'
import { Container } from '@react-email/container'
import { Head } from '@react-email/head'
import { Heading } from '@react-email/heading'
import { Html } from '@react-email/html'
import { Link } from '@react-email/link'
import { Preview } from '@react-email/preview'
import { Section } from '@react-email/section'
import { Text } from '@react-email/text'
import { renderToStaticMarkup } from 'react-dom/server'
import { locales } from '../../../../domain/places/locales.ts'
import { AccentContext, useAccent } from './accent.ts'
import { MailBlock } from './draw-block.tsx'
import type { EmailFrame } from './email-footer.ts'
import type { EmailTemplate } from './email-template.ts'
import { themedStyle, shapes, styleSheet } from './email-theme.ts'
import { WholeCodes } from './whole-codes.tsx'

type Props = { email: EmailTemplate; frame: EmailFrame }

/** The doctype that old mail programs need for table layout. */
const doctype =
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" ' +
  '"http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">'

/**
 * Renders an email to HTML: one column of at most 600 px, no external resources, light or dark by the reader's
 * setting.
 */
export function drawEmail(email: EmailTemplate, frame: EmailFrame): string {
  return (
    doctype +
    renderToStaticMarkup(
      <AccentContext value={frame.colours}>
        <MailLayout email={email} frame={frame} />
      </AccentContext>,
    )
  )
}

function MailLayout({ email, frame }: Props) {
  const { language, subject, heading = subject, preview, blocks } = email
  const first = blocks.find((block) => block.kind === 'text')
  return (
    <Html lang={locales[language].iso}>
      <Head>
        <meta name="viewport" content="width=device-width" />
        <meta name="format-detection" content="telephone=no, date=no, address=no, email=no" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{subject}</title>
        <style>{styleSheet(frame.colours)}</style>
      </Head>
      <Body style={{ margin: '0', padding: '0', backgroundColor: '#f3f5f8' }}>
        <Preview>{preview ?? first?.text ?? subject}</Preview>
        <Section {...themedStyle(['ground'])}>
          <Container style={{ maxWidth: '600px' }}>
            <Wordmark {...frame} />
            <Section {...card}>
              <div className="pad" style={{ padding: '24px 28px 12px', overflowWrap: 'anywhere' }}>
                <Heading as="h1" {...themedStyle(['ink'], shapes.title)}>
                  <WholeCodes text={heading} />
                </Heading>
                {blocks.map((block) => (
                  <MailBlock key={JSON.stringify(block)} block={block} language={language} />
                ))}
              </div>
            </Section>
            <Footer email={email} frame={frame} />
          </Container>
        </Section>
      </Body>
    </Html>
  )
}

const cardPaint = themedStyle(['paper', 'rule'], {
  borderWidth: '1px',
  borderStyle: 'solid',
  borderRadius: '4px',
  borderCollapse: 'separate',
})
const card = { ...cardPaint, className: `card ${cardPaint.className}` }

/** Renders the shop's name and logo as text, because mail programs often do not load images. */
function Wordmark({ brand, home }: EmailFrame) {
  const accented = useAccent()
  return (
    <div className="pad" style={{ padding: '20px 28px 12px' }}>
      <Link
        href={home}
        {...themedStyle(['ink'], {
          ...shapes.font,
          fontSize: '20px',
          fontWeight: 750,
          letterSpacing: '-0.02em',
          textDecorationLine: 'none',
        })}
      >
        {brand}
        <span {...accented(['accent'])}>.</span>
      </Link>
    </div>
  )
}

function Footer({ email: { unsubscribe }, frame }: Props) {
  const { brand, slogan, home, email, company, address, phone } = frame
  const link = themedStyle(['soft'], { textDecorationLine: 'underline' })
  return (
    <div className="pad" style={{ padding: '16px 28px 32px' }}>
      <Text {...themedStyle(['soft'], { ...shapes.small, margin: '0' })}>
        <Link href={home} {...themedStyle(['ink'], { fontWeight: 600, textDecorationLine: 'none' })}>
          {brand}
        </Link>{' '}
        {slogan}
        <br />
        {company}
        <br />
        {address && (
          <>
            {address}
            <br />
          </>
        )}
        <Link href={`mailto:${email}`} {...link}>
          {email}
        </Link>
        {phone && `, ${phone}`}
        {unsubscribe && (
          <>
            <br />
            <Link href={unsubscribe.href} {...link}>
              {unsubscribe.label}
            </Link>
          </>
        )}
      </Text>
    </div>
  )
}
