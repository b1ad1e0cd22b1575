/** Figures as files: the drawing as it stands, with the page's colours written out. */

const SCALE = 2

export const saveSvg = (drawn: SVGSVGElement, name: string): void =>
  saveText(toFile(drawn), `${name}.svg`, 'image/svg+xml')

export async function savePng(drawn: SVGSVGElement, name: string): Promise<void> {
  const { width, height } = drawn.getBoundingClientRect()
  const picture = new Image()
  const address = URL.createObjectURL(new Blob([toFile(drawn)], { type: 'image/svg+xml' }))
  try {
    await new Promise((resolve, reject) => {
      picture.onload = resolve
      picture.onerror = reject
      picture.src = address
    })
    const canvas = document.createElement('canvas')
    canvas.width = width * SCALE
    canvas.height = height * SCALE
    canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve))
    if (blob !== null) save(blob, `${name}.png`)
  } finally {
    URL.revokeObjectURL(address)
  }
}

export const saveText = (text: string, name: string, type: string): void =>
  save(new Blob([text], { type }), name)

function save(blob: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}

/** Outside the page its colours and its font have no names. */
function toFile(drawn: SVGSVGElement): string {
  const page = getComputedStyle(document.documentElement)
  const value = (name: string): string => page.getPropertyValue(name).trim()
  const copy = drawn.cloneNode(true)
  if (!(copy instanceof SVGSVGElement)) return ''
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  copy.setAttribute('font-family', 'system-ui, sans-serif')
  copy.setAttribute('font-size', '12')
  copy.setAttribute('color', value('--ink'))
  const ground = document.createElementNS('http://www.w3.org/2000/svg', 'rect')
  ground.setAttribute('width', '100%')
  ground.setAttribute('height', '100%')
  ground.setAttribute('fill', value('--raised'))
  copy.prepend(ground)
  const text = new XMLSerializer().serializeToString(copy)
  return text
    .replace(/var\((--[\w-]+)\)/g, (_, name: string) => value(name))
    .replaceAll('currentColor', value('--ink'))
}
