// @ts-check
/** The page of all operations: Swagger UI over the document of this site. */

const root = document.querySelector("#reference");
const page = document.documentElement;
const darkDevice = matchMedia("(prefers-color-scheme: dark)");

if (root instanceof HTMLElement) {
  /** @type {any} */ (globalThis).SwaggerUIBundle({
    url: root.dataset.document,
    domNode: root,
    deepLinking: true,
    defaultModelsExpandDepth: 0,
    docExpansion: "list",
    validatorUrl: null,
    syntaxHighlight: false,
    requestInterceptor: withoutForgery,
  });
  paint();
  new MutationObserver(paint).observe(page, { attributeFilter: ["data-theme"] });
  darkDevice.addEventListener("change", paint);
}

/** Swagger UI is dark by a class of the page: it has it whenever the page's own colours are dark. */
function paint() {
  const theme = page.dataset.theme;
  page.classList.toggle("dark-mode", theme === "dark" || (theme !== "light" && darkDevice.matches));
}

/**
 * Requests of the page by the member's session need the token against forged ones.
 * @param {any} request
 */
function withoutForgery(request) {
  const field = document.querySelector("[name=csrfmiddlewaretoken]");
  const asks = !["GET", "HEAD"].includes(request.method);
  if (asks && field instanceof HTMLInputElement) request.headers["X-CSRFToken"] = field.value;
  return request;
}
