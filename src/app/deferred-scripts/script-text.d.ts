/** The script as text to inline (scripts/build/inline-scripts.ts); empty in browsers. */
declare module '*?inline-script' {
  const text: string
  export default text
}
