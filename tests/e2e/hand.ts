/** How a person works a page. The steps that several tests take are told once, for any hand. */
import type { Locator } from '@playwright/test'

export interface RealFile {
  name: string
  mimeType: string
  buffer: Buffer
}

export interface Hand {
  /** Presses a button or follows a link. */
  press(control: Locator): Promise<void>
  /** Writes into a field, in place of what stands there. */
  write(field: Locator, text: string): Promise<void>
  /** Chooses a file. @param opener what a person presses for it, where that is not the input itself */
  upload(file: RealFile, input: Locator, opener?: Locator): Promise<void>
}

/** The quick one. Playwright's own steps: they find their element by themselves, wherever the focus is. */
export const byMouse: Hand = {
  press: (control) => control.click(),
  write: (field, text) => field.fill(text),
  upload: (file, input) => input.setInputFiles(file),
}

/** Presses in one task, before anything is drawn, and again for as long as the button is there: while its dialog fades. */
export const pressOften = (button: Locator): Promise<void> =>
  button.evaluate(async (element: HTMLElement) => {
    element.click()
    while (element.isConnected) {
      element.click()
      await new Promise(requestAnimationFrame)
    }
  })
