declare module '*.css'

/** studio/.generated/declared.json, which \`npm run build\` writes. */
declare module '#declared' {
  const declared: import('./declared.ts').Declared
  export default declared
}
