import type { ComponentProps } from 'react'
import { classNames } from '../theme/class-names.ts'

/** Centres the content: at most 1120 px wide, plus gutters. */
export function PageContainer({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={classNames('mx-auto w-full max-w-[73rem] px-5 md:px-6', className)} />
}
