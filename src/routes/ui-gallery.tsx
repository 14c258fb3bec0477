import { useEffect, useState } from 'react'
import { settingsContext } from '../platform/routing/router-context.ts'
import { pageTitle } from '../site/product.ts'
import { Roof, RoofMark } from '../site/roof.tsx'
import { RadioGroup } from '../ui/fields/radio-group.tsx'
import { GalleryBasics } from '../ui/gallery/gallery-basics.tsx'
import { GalleryFields } from '../ui/gallery/gallery-fields.tsx'
import { GalleryFlow } from '../ui/gallery/gallery-flow.tsx'
import { GalleryLists } from '../ui/gallery/gallery-lists.tsx'
import { PageContainer } from '../ui/layout/page-container.tsx'
import { PageHeading } from '../ui/layout/page-heading.tsx'
import type { Route } from './+types/ui-gallery'

export const meta: Route.MetaFunction = () => [{ title: pageTitle('Hoja de componentes') }]

/** Local mode only: every component of src/ui in its states, for review and for tests. */
export function loader({ context }: Route.LoaderArgs) {
  if (!context.get(settingsContext).localMode) throw new Response(null, { status: 404 })
  return null
}

const themes = [
  { value: '', label: 'Del sistema' },
  { value: 'light', label: 'Claro' },
  { value: 'dark', label: 'Oscuro' },
]

export default function UiGallery() {
  const [theme, setTheme] = useState('')
  useEffect(() => {
    const { dataset } = document.documentElement
    if (theme) dataset.theme = theme
    return () => {
      delete dataset.theme
    }
  }, [theme])
  return (
    <PageContainer className="grid grid-cols-[minmax(0,1fr)] gap-14 pb-18">
      <PageHeading
        title="Hoja de componentes"
        text="Cada pieza de la interfaz en sus estados."
        actions={<RadioGroup look="pills" label="Tema" options={themes} value={theme} onChange={setTheme} />}
      />
      <GalleryBasics bandOrnament={<Roof tone="band" className="mb-4 h-16" />} mark={<RoofMark />} />
      <GalleryFields />
      <GalleryLists />
      <GalleryFlow />
    </PageContainer>
  )
}
