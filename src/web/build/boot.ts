/**
 * Runs in the browser before all other code of a page. It starts the page's code once the page is loaded and idle, or
 * at the first press, key or focus event, whichever comes first (decision 7). Until then the page is plain links and
 * forms.
 *
 * Input made before hydration is kept, except where `data-plain` leaves it to the browser. Hydration resets the fields
 * to React's initial state, so each changed field is replayed to React, and then the last pressed button is clicked.
 * A field is first set to another value through the property that React tracks, so that React sees a change even if
 * the browser already shows the value. A chosen file stays chosen, because code cannot set it.
 *
 * The header hides while the visitor scrolls down, unless it has the focus or an open menu, and returns when they
 * scroll up. The styles that move it (app.css) do not apply under reduced motion.
 *
 * The choice of wholesale prices (state/wholesale.ts) applies from the first paint.
 *
 * View transitions (decision 65): the picture of a card is marked when its link is pressed, or focused after going
 * back. Only the marked picture moves to its place on the product's page and back. The router does not handle the
 * rejection of a transition that the next one skips, so it is handled here. Under reduced motion there are none.
 */
export const BOOT_SCRIPT = `(()=>{
try{if(localStorage["escaparate.wholesale"])document.documentElement.dataset.wholesale=""}catch{}
if(matchMedia("(prefers-reduced-motion: reduce)").matches)document.startViewTransition=void 0;
addEventListener("unhandledrejection",(event)=>{if(event.reason instanceof DOMException&&/transition/i.test(event.reason.message))event.preventDefault()});
for(const name of ["click","focusin"])addEventListener(name,({target})=>{
const card=target.closest&&target.closest("article h3 a")&&target.closest("article[id^=p-]");if(!card)return;
for(const lead of document.querySelectorAll("[data-lead]"))delete lead.dataset.lead;
card.firstElementChild.dataset.lead=""},true);
let lastY=0;
addEventListener("scroll",()=>{const moved=scrollY-lastY,header=document.querySelector("header.sticky");
if(!header||Math.abs(moved)<8)return;lastY=scrollY;
header.toggleAttribute("data-away",moved>0&&lastY>160&&!header.matches(":focus-within,:has([open],[aria-expanded=true])"))},{passive:true});
addEventListener("focusin",({target})=>{const header=target.closest("header[data-away]");if(header)header.removeAttribute("data-away")});
const code=document.getElementById("app-code");if(!code)return;
let started=false,pressed=null;const changed=new Map;
const events=["pointerdown","keydown","touchstart","focusin"];
const start=()=>{if(started)return;started=true;
for(const name of events)removeEventListener(name,start,true);
const script=document.createElement("script");script.type="module";script.textContent=code.textContent;document.head.append(script)};
const isCheckable=(field)=>field.type==="radio"||field.type==="checkbox";
const recordInput=({target})=>{if(target.name!==undefined&&!target.closest("[data-plain]"))changed.set(target,isCheckable(target)?target.checked:target.value);start()};
const holdClick=(event)=>{const button=event.target.closest&&event.target.closest("button");
if(!button||button.dataset.plain!==undefined)return;
event.preventDefault();event.stopPropagation();pressed=button;start()};
const holdSubmit=(event)=>{if(event.target.dataset.plain!==undefined)return;
event.preventDefault();event.stopPropagation();pressed=event.submitter;start()};
addEventListener("input",recordInput,true);addEventListener("click",holdClick,true);addEventListener("submit",holdSubmit,true);
addEventListener("app-ready",()=>{window.__ready=true;
removeEventListener("input",recordInput,true);removeEventListener("click",holdClick,true);removeEventListener("submit",holdSubmit,true);
for(const [field,value] of changed){if(!field.isConnected)continue;
if(isCheckable(field)){if(field.type==="radio"&&!value)continue;field.checked=!value;field.click();continue}
if(field.type!=="file"){
field.value="";Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field),"value").set.call(field,value)}
field.dispatchEvent(new Event(field.tagName==="SELECT"||field.type==="file"?"change":"input",{bubbles:true}))}
if(pressed&&pressed.isConnected)requestAnimationFrame(()=>pressed.click())},{once:true});
for(const name of events)addEventListener(name,start,{capture:true,passive:true});
const idle=()=>(window.requestIdleCallback||((go)=>setTimeout(go,200)))(start,{timeout:2000});
document.readyState==="complete"?idle():addEventListener("load",idle,{once:true})})()`;
