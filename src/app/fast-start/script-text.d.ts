/** The script as text, to stand in the page (scripts/build/inline-scripts.ts); empty in browsers. */
declare module '*?inline-script' {
  const text: string
  export default text
}
