<#-- A generated password is changed at the first login; so is a forgotten one. -->
<#import "template.ftl" as layout>
<#macro password id label errors describedBy="">
  <div class="field">
    <label class="label" for="${id}">${label}</label>
    <div class="input-group" dir="ltr">
      <input class="input" type="password" id="${id}" name="${id}" autocomplete="new-password"
             <#if id = 'password-new'>autofocus</#if>
             <#if describedBy?has_content>aria-describedby="${describedBy}"</#if>
             <#if messagesPerField.existsError(errors)>aria-invalid="true"</#if>>
      <button class="reveal" type="button" aria-label="${msg('showPassword')}" aria-controls="${id}" data-password-toggle
              data-icon-show="icon icon-eye" data-icon-hide="icon icon-eye-off"
              data-label-show="${msg('showPassword')}" data-label-hide="${msg('hidePassword')}">
        <i class="icon icon-eye" aria-hidden="true"></i>
      </button>
    </div>
    <#if messagesPerField.existsError(errors)>
    <span class="error" id="input-error-${errors}" aria-live="polite">${kcSanitize(messagesPerField.get(errors))?no_esc}</span>
    </#if>
    <#nested>
  </div>
</#macro>
<@layout.registrationLayout displayMessage=!messagesPerField.existsError('password', 'password-confirm'); section>
  <#if section = "header">
    ${msg("updatePasswordTitle")}
  <#elseif section = "form">
    <form id="kc-passwd-update-form" action="${url.loginAction}" method="post" onsubmit="login.disabled = true; return true;">
      <@password id="password-new" label=msg("passwordNew") errors="password" describedBy="password-rules">
        <span class="help" id="password-rules">${msg("passwordRules")}</span>
      </@password>
      <@password id="password-confirm" label=msg("passwordConfirm") errors="password-confirm"/>
      <label class="check"><input type="checkbox" id="logout-sessions" name="logout-sessions" value="on"> ${msg("logoutOtherSessions")}</label>
      <button class="button button-primary" id="kc-login" name="login" type="submit">${msg("doSubmit")}</button>
      <#if isAppInitiatedAction??>
      <button class="button button-quiet" name="cancel-aia" value="true" type="submit">${msg("doCancel")}</button>
      </#if>
    </form>
    <script type="module" src="${url.resourcesPath}/js/passwordVisibility.js"></script>
  </#if>
</@layout.registrationLayout>
