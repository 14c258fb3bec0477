import { useState } from 'react'
import { classNames } from '../theme/class-names.ts'
import { type ImageState, imageStateOf } from './image-state.ts'
import { initials, initialsTone } from './initials.ts'

const sizes = {
  28: 'size-7 text-[0.6875rem]',
  32: 'size-8 text-[0.75rem]',
  36: 'size-9 text-micro',
  44: 'size-11 text-ui',
  56: 'size-14 text-[1.1875rem]',
  64: 'size-16 text-[1.3125rem]',
  112: 'size-28 font-serif text-[2.5rem] font-[480]',
} as const

const tones = ['bg-tone-1', 'bg-tone-2', 'bg-tone-3', 'bg-tone-4', 'bg-tone-5'] as const

export interface AvatarProps {
  name: string | null | undefined
  src?: string | null | undefined
  size?: keyof typeof sizes | undefined
  className?: string | undefined
}

/** A person's photo, or their initials meanwhile and when it fails. Decorative: the name is next to it. */
export function Avatar({ name, src, size = 44, className }: AvatarProps) {
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'relative inline-grid flex-none place-items-center overflow-clip rounded-full text-on-tone leading-none tracking-[0.01em] select-none',
        size !== 112 && 'font-semibold',
        sizes[size],
        tones[initialsTone(name) - 1],
        className,
      )}
    >
      {initials(name)}
      {src && <Portrait key={src} src={src} />}
    </span>
  )
}

function Portrait({ src }: { src: string }) {
  const [state, setState] = useState<ImageState>('loading')
  if (state === 'error') return null
  return (
    <img
      // The server-rendered image may have loaded or failed before hydration, without an event for React.
      ref={(image) => {
        const now = imageStateOf(image)
        if (now === 'loaded' || now === 'error') setState(now)
      }}
      src={src}
      alt=""
      decoding="async"
      onLoad={() => setState('loaded')}
      onError={() => setState('error')}
      className={classNames('absolute inset-0 size-full object-cover', state !== 'loaded' && 'opacity-0')}
    />
  )
}
