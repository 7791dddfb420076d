/**
 * Runs in the browser before anything else of ours: starts the page's code once it is loaded and idle, or at the first
 * touch, key or pointer, whichever comes first. Until then the page is plain links and forms, and paints in half the
 * time (decision 7).
 *
 * Nothing done in between is lost: what was chosen or typed is told to React once it has taken over (it would put its
 * own first state back), and then the last button pressed is pressed. Setting the element's own property first makes
 * React's tracker see a change where the browser shows the value already; a chosen file stays chosen, and cannot be set.
 */
export const BOOT_SCRIPT = `(()=>{
const code=document.getElementById("app-code");if(!code)return;
let started=false,pressed=null;const changed=new Map;
const events=["pointerdown","keydown","touchstart","focusin"];
const start=()=>{if(started)return;started=true;
for(const name of events)removeEventListener(name,start,true);
const script=document.createElement("script");script.type="module";script.textContent=code.textContent;document.head.append(script)};
const isTick=(field)=>field.type==="radio"||field.type==="checkbox";
const note=({target})=>{if(target.name!==undefined&&!target.closest("[data-plain]"))changed.set(target,isTick(target)?target.checked:target.value);start()};
const keep=(event)=>{const button=event.target.closest&&event.target.closest("button");
if(!button||button.dataset.plain!==undefined)return;
event.preventDefault();event.stopPropagation();pressed=button;start()};
const send=(event)=>{if(event.target.dataset.plain!==undefined)return;
event.preventDefault();event.stopPropagation();pressed=event.submitter;start()};
addEventListener("input",note,true);addEventListener("click",keep,true);addEventListener("submit",send,true);
addEventListener("app-ready",()=>{window.__ready=true;
removeEventListener("input",note,true);removeEventListener("click",keep,true);removeEventListener("submit",send,true);
for(const [field,value] of changed){if(!field.isConnected)continue;
if(isTick(field)){if(field.type==="radio"&&!value)continue;field.checked=!value;field.click();continue}
if(field.type!=="file"){
field.value="";Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field),"value").set.call(field,value)}
field.dispatchEvent(new Event(field.tagName==="SELECT"||field.type==="file"?"change":"input",{bubbles:true}))}
if(pressed&&pressed.isConnected)requestAnimationFrame(()=>pressed.click())},{once:true});
for(const name of events)addEventListener(name,start,{capture:true,passive:true});
const idle=()=>(window.requestIdleCallback||((go)=>setTimeout(go,200)))(start,{timeout:2000});
document.readyState==="complete"?idle():addEventListener("load",idle,{once:true})})()`;
