// Identifiers in tables, such as --as-point or how_to/pin.md, do not break at their hyphens and slashes.
for (const code of document.querySelectorAll("td code")) {
  if (!/[-/]/.test(code.textContent)) continue
  const words = code.textContent.split(" ")
  code.replaceChildren(...words.flatMap((word, i) => {
    const whole = document.createElement("span")
    whole.style.whiteSpace = "nowrap"
    whole.textContent = word
    return i ? [" ", whole] : [whole]
  }))
}
