import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router'

const SETTINGS = { supportEmail: '{correo de ayuda}', usesLanguageModel: true }

/** Placeholders of what the operator's settings say. */
export const OPERATOR = {
  name: '{responsable}',
  rut: '{RUT}',
  address: '{domicilio}',
  representative: '{representante}',
}

/** The words of a page of legal text, without its navigation: «# » begins a heading, «- » an entry of a list. */
export function legalTextOf(page: ReactElement): string {
  const router = createMemoryRouter(
    [
      {
        id: 'root',
        path: '/',
        element: <Outlet />,
        loader: () => null,
        children: [{ index: true, element: page }],
      },
    ],
    { hydrationData: { loaderData: { root: { user: null, position: null, settings: SETTINGS } } } },
  )
  return renderToStaticMarkup(<RouterProvider router={router} />)
    .replace(/<nav[\s\S]*?<\/nav>/g, '')
    .replace(/<h[12][^>]*>/g, '\n\n# ')
    .replace(/<h3[^>]*>/g, '\n\n## ')
    .replace(/<li[^>]*>/g, '\n- ')
    .replace(/<p[^>]*>/g, '\n\n')
    .replace(/<section id="anexo[^>]*>/, '\n\n{annex}\n\n')
    .replace(/<[^>]+>/g, '')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
    .replace(/[ \t]+/g, ' ')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}
