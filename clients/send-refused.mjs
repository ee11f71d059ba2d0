// Sends a body with the fetch of the Node that runs this file, again and again, and prints what it read each time.
const { url, method, headers, bytes, tries } = JSON.parse(process.argv[2])
const body = new Uint8Array(bytes)
const read = []
for (let n = 0; n < tries; n++) {
  try {
    const response = await fetch(url, { method, headers, body })
    read.push({ status: response.status, code: (await response.json()).code })
  } catch (error) {
    read.push({ error: `${error} ${error.cause ?? ''}` })
  }
}
process.stdout.write(JSON.stringify(read))
