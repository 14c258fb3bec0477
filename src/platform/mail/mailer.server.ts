import { render, toPlainText } from '@react-email/render'
import { DISCREET_SENDER, discreetMail } from './discreet-mail.tsx'
import type { Mailer, MailMessage, MailTemplate, MailTransport } from './mail.server.ts'

/** PLZ-70: how somebody wants to be written to: as usual, without names and details, or not at all. */
type MailChoice = 'normal' | 'discreto' | 'ninguno'

/**
 * PLZ-71, PLZ-72: renders and sends e-mails as the recipient wants them at that moment. A discreet e-mail has nothing of its
 * template but a link or a code. Who wants no e-mails gets what they asked for in this form, too.
 * @param choiceOf how the person with an address wants to be written to
 */
export const createMailer =
  (
    transport: MailTransport,
    { choiceOf, publicUrl }: { choiceOf(address: string): Promise<MailChoice>; publicUrl: string },
  ): Mailer =>
  async ({ template, to, props, key, headers }) => {
    const choice = await choiceOf(to)
    if (choice === 'ninguno' && !template.isAskedFor) return false
    const content = template.discreet?.(props) ?? {}
    const message =
      choice === 'normal'
        ? await renderMail(template, props)
        : {
            ...(await renderMail(discreetMail, { link: `${publicUrl}/login`, ...content })),
            fromName: DISCREET_SENDER,
          }
    await transport({ to, ...message, ...(headers && { headers }) }, key)
    return true
  }

/** Subject and body of an e-mail. */
async function renderMail<P>(
  template: Pick<MailTemplate<P>, 'subject' | 'body'>,
  props: P,
): Promise<Pick<MailMessage, 'subject' | 'html' | 'text'>> {
  const html = await render(template.body(props))
  // The text comes from the HTML: rendering a second time would cost several times as much.
  return { subject: oneLine(template.subject(props)), html, text: toPlainText(html) }
}

/** Removes line breaks from a subject, because a name with a line break could add a header. */
const oneLine = (text: string) => text.replace(/[\r\n\u2028\u2029]+/g, ' ').trim()
