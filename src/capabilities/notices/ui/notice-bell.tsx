import { type MouseEvent, type ReactNode, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { useLazyDialog } from '../../../site/forms/use-lazy-dialog.tsx'
import { iconButtonClass } from '../../../ui/actions/button-style.ts'
import { Icon } from '../../../ui/display/icon.tsx'

const loadPopup = () => import('./notice-popup.tsx')

/** SEG-55: opens the newest notices; before hydration, and in a new tab, it leads to the page of all. */
export function NoticeBell({ count }: { count: ReactNode }) {
  const { pathname, key } = useLocation()
  const link = useRef<HTMLAnchorElement>(null)
  const popup = useLazyDialog(loadPopup, (module) => module.NoticePopup)
  const isOnPage = pathname === '/avisos'
  const press = (event: MouseEvent) => {
    const opensElsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
    if (opensElsewhere || isOnPage) return
    event.preventDefault()
    if (popup.open) popup.setOpen(false)
    else popup.show()
  }
  return (
    <>
      <Link
        ref={link}
        to="/avisos"
        aria-current={isOnPage ? 'page' : undefined}
        aria-haspopup={isOnPage ? undefined : 'dialog'}
        aria-expanded={isOnPage ? undefined : popup.open}
        onClick={press}
        className={iconButtonClass('md', 'relative')}
      >
        <Icon name="bell" />
        <span className="sr-only">{count ? 'Avisos, ' : 'Avisos'}</span>
        {count && <span className="absolute top-0.5 right-0">{count}</span>}
      </Link>
      {/* Another page is another popup, which is closed. */}
      {popup.render({ anchor: link, pageKey: key })}
    </>
  )
}
