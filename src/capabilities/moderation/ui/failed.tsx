import { Notice } from '../../../ui/feedback/notice.tsx'

/** Why something could not be done. */
export const Failed = ({ text }: { text: string }) => (
  <Notice kind="danger" live className="mt-3">
    {text}
  </Notice>
)
